import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { refusalOf } from '@cpu-bound/workload/test/refusal';
import { temporaryFolder } from '@cpu-bound/workload/test/temporary-folder';
import { RequestFileError, readRequests } from '../../src/load/from-file/exchanges.ts';

const read = (text: string) =>
  readRequests(join(temporaryFolder({ 'requests.ndjson': text }), 'requests.ndjson'), 'requests.ndjson');

const problems = async (text: string) => (await refusalOf(read(text), RequestFileError)).problems;

describe('a file of requests', () => {
  it('has a JSON object a line, by default a GET whose status is 200', async () => {
    const text = '{"path":"/a?n=1"}\r\n\n{"method":"DELETE","path":"/b","status":204}\n';
    const { requests, sha256 } = await read(text);
    assert.deepEqual(requests, [
      { line: 1, method: 'GET', path: '/a?n=1', headers: {}, status: 200 },
      { line: 3, method: 'DELETE', path: '/b', headers: {}, status: 204 },
    ]);
    assert.equal(sha256, createHash('sha256').update(text).digest('hex'));
  });

  for (const [kind, given, octets, type] of [
    ['JSON', { body: { a: [1, 'ü'] } }, Buffer.from('{"a":[1,"ü"]}'), 'application/json'],
    ['null as JSON', { body: null }, Buffer.from('null'), 'application/json'],
    ['text', { body: '<a>ü</a>' }, Buffer.from('<a>ü</a>'), 'text/plain; charset=utf-8'],
    ['octets', { base64: 'AP+A' }, Buffer.from([0, 255, 128]), 'application/octet-stream'],
  ] as const)
    it(`sends a body of ${kind}`, async () => {
      const { requests } = await read(JSON.stringify({ method: 'PUT', path: '/', ...given }));
      assert.deepEqual(Buffer.from(requests[0]?.body ?? []), octets);
      assert.equal(requests[0]?.headers['content-type'], type);
    });

  it('may name the media type of a body, in upper or lower case', async () => {
    const line = { method: 'POST', path: '/', headers: { 'Content-Type': 'text/csv' }, body: 'a,b' };
    const { requests } = await read(JSON.stringify(line));
    assert.deepEqual(requests[0]?.headers, { 'content-type': 'text/csv' });
  });

  for (const [what, line, why] of [
    ['another format', 'GET /a', /is not JSON; accepted: one object a line, as \{"method"/],
    ['a list', '[1]', /must be an object/],
    ['no path', '{}', /path: must be there/],
    ['an address', '{"path":"http://a/b"}', /path: must begin with \//],
    ['a space in its path', '{"path":"/a b"}', /percent-encoded/],
    [
      'a line break in a header',
      '{"path":"/","headers":{"a":"b\\r\\nc: d"}}',
      /headers: a: must be printable/,
    ],
    ['an unknown method', '{"path":"/","method":"FETCH"}', /method: must be one of GET, POST, PUT/],
    [
      'HEAD',
      '{"path":"/","method":"HEAD"}',
      /method: must be one of GET, .*; an answer to HEAD has no content to compare: send GET$/,
    ],
    ['an unknown field', '{"path":"/","expected":200}', /expected: unknown; accepted: method, path,/],
    ['a status that is none', '{"path":"/","status":20}', /status: must be an integer from 200 to 599/],
    ['a GET with a body', '{"path":"/","body":1}', /GET with a body; accepted: a body with POST, PUT, PATCH/],
    [
      'two bodies',
      '{"method":"POST","path":"/","body":1,"base64":"AA=="}',
      /has body and base64; accepted: one/,
    ],
    ['no base64', '{"method":"POST","path":"/","base64":"?"}', /base64: must be octets in base64/],
    [
      'a length of its own',
      '{"path":"/","headers":{"Content-Length":"7"}}',
      /content-length: the load generator sends/,
    ],
  ] as const)
    it(`with ${what} is refused with its line and the accepted values`, async () => {
      const [problem = ''] = await problems(`{"path":"/"}\n${line}\n`);
      assert.match(problem, /^--requests requests\.ndjson: line 2: /);
      assert.match(problem, why);
    });

  it('is refused if it is empty, or has more requests than the bench tries before a run', async () => {
    assert.match((await problems('\n')).join(), /has 0 requests; accepted: 1 to 1000/);
    assert.match((await problems('{"path":"/"}\n'.repeat(1001))).join(), /has 1001 requests/);
  });

  it('has its first problems named, and the others counted', async () => {
    const found = await problems('{"path":"/"}\n?\n'.repeat(12));
    assert.equal(found.length, 11);
    assert.match(found.at(-1) ?? '', /and 2 problems more$/);
  });

  it('is named if it does not exist', async () => {
    await assert.rejects(readRequests('/not/there', 'none'), /--requests none: cannot be read \(ENOENT\)/);
  });
});
