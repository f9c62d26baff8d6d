import assert from 'node:assert/strict';

export type Element = { readonly name: string; readonly attributes: Readonly<Record<string, string>> };

const TOKEN = /<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|<!--[\s\S]*?-->|<\?[^>]*\?>|[^<]+/y;

/** The elements of an XML text, in order. Fails if it is not well-formed: a tag open, an attribute bare, a stray `&`. */
export function elements(xml: string): Element[] {
  const found: Element[] = [];
  const open: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < xml.length) {
    const at = TOKEN.lastIndex;
    const [token, closing, name, attributes = '', selfClosing] = TOKEN.exec(xml) ?? [];
    assert.ok(token !== undefined, `not well-formed at ${at}: ${xml.slice(at, at + 80)}`);
    assert.doesNotMatch(token, /&(?!#?\w+;)/, `a stray & at ${at}`);
    if (name === undefined) continue;
    if (closing) assert.equal(open.pop(), name, `</${name}> at ${at} closes another element`);
    else found.push({ name, attributes: parse(attributes) });
    if (!closing && !selfClosing) open.push(name);
  }
  assert.deepEqual(open, [], 'every element is closed');
  return found;
}

function parse(attributes: string): Record<string, string> {
  const pairs = [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  assert.equal(new Set(pairs.map(([name]) => name)).size, pairs.length, `an attribute twice: ${attributes}`);
  return Object.fromEntries(pairs);
}
