import '@cpu-bound/service/early-stop';

await import('./work.ts'); // a signal to stop may come during its imports
