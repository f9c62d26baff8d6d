import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { taskFile } from '../src/task.ts';

const options = { isInDefault: false, from: '../../src/own.js', route: 'own', language: 'js' } as const;

describe('the file with the function', () => {
  const json = { kind: 'JSON' } as const;
  const octets = { kind: 'octets' } as const;
  const args = { kind: 'arguments', args: [1] } as const;
  const cases: readonly [string, Pick<Parameters<typeof taskFile>[0], 'name' | 'call'>, RegExp][] = [
    [
      'imports a named export',
      { name: 'render', call: json },
      /^import \{ render \} from '..\/..\/src\/own.js';[\s\S]*answerOf\(render\(value\), 'render'\)/,
    ],
    [
      'calls a method on its object',
      { name: 'pages.render', call: octets },
      /^import \{ pages \}[\s\S]*answerOf\(pages\.render\(bufferOf\(octets\)\)/,
    ],
    ['calls the default export', { name: 'default', call: json }, /^import own from[\s\S]*\(own\(value\)/],
  ];
  for (const [title, choice, code] of cases)
    it(title, () => assert.match(taskFile({ ...options, ...choice }), code));

  it('calls a function in the default export', () => {
    const text = taskFile({ ...options, name: 'render', isInDefault: true, call: json });
    assert.match(text, /^import own from[\s\S]*answerOf\(own\.render\(value\)/);
  });

  it('renames a function whose name the file uses, or that its own input would hide', () => {
    for (const [name, call, input] of [
      ['task', json, 'value'],
      ['value', json, 'value'],
      ['args', args, '...args'],
      ['octets', octets, 'bufferOf(octets)'],
    ] as const) {
      const text = taskFile({ ...options, name, call });
      assert.ok(text.startsWith(`import { ${name} as own }`), text);
      assert.ok(text.includes(`answerOf(own(${input})`), text);
    }
  });

  it('reads arguments from the query; default: the measured ones', () => {
    const text = taskFile({ ...options, name: 'count', call: { kind: 'arguments', args: [1000, 'a'] } });
    assert.match(text, /const measured = \[1000,"a"\];/);
    assert.match(text, /args === undefined \? measured : argumentsIn\(args\)/);
  });
});
