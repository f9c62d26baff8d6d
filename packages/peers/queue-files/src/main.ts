import '@cpu-bound/service/early-stop';

await import('./serve.ts'); // a signal to stop may come during its imports
