import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

let environment;

/**
 * The environment of jest for Node, one for all files of tests of a worker, because the modules that they share are of one context. Its global
 * object is an ordinary one: that of jest sends each use of a global, such as `Math` or `Buffer`, through an interceptor and a proxy, which
 * takes an eighth of the CPU time of our tests.
 */
export default class Environment extends TestEnvironment {
  constructor(config, context) {
    if (environment) return environment;
    const { createContext } = vm;
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
      environment = this;
    } finally {
      vm.createContext = createContext;
    }
  }

  /** Brings real timers back; the context is used for the next file. */
  async teardown() {
    this.fakeTimersModern.useRealTimers();
  }
}
