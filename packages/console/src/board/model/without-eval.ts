import { config } from 'zod';

// The policy of the console allows no code from texts. zod would ask the browser for it when the schemas of elements are made.
config({ jitless: true });
