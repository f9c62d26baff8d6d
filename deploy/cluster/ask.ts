/** Runs in the pod `load`: sends a request to each URL, and prints a JSON array of the answers. */
const [method = '', ...urls] = process.argv.slice(2);

const ask = async (url: string) => {
  try {
    const response = await fetch(url, { method, headers: { connection: 'close' } });
    return { status: response.status, body: await response.json() };
  } catch (error) {
    return { status: 0, body: String((error as Error).cause ?? error) };
  }
};
console.log(JSON.stringify(await Promise.all(urls.map(ask))));
