import './service/run/early-stop.js';

await import('./serve.js'); // its imports take a while, in which the process may get a signal to stop
