import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/** The environment of jest for Node with an ordinary global object, which stays when a file of tests ends. */
class LastingEnvironment extends TestEnvironment {
  /** Brings real timers back. */
  async teardown() {
    this.fakeTimersModern.useRealTimers();
  }
}

let environment;

/**
 * Returns the environment of this process, one for all its files of tests, because the modules that they share are of one context. The
 * environment of jest sends each use of a global, such as `Math` or `Buffer`, through an interceptor and a proxy, which takes an eighth of the
 * CPU time of our tests.
 */
export default function Environment(config, context) {
  if (environment) return environment;
  const { createContext } = vm;
  vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
  try {
    environment = new LastingEnvironment(config, context);
  } finally {
    vm.createContext = createContext;
  }
  return environment;
}
