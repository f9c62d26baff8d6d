import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { taskFile } from '../src/task.ts';

const options = { isInDefault: false, from: '../../src/own.js', route: 'own', language: 'js' } as const;

describe('the file with the function', () => {
  it('imports a named export', () => {
    const text = taskFile({ ...options, name: 'render', call: { kind: 'JSON' } });
    assert.match(text, /^import \{ render \} from '..\/..\/src\/own.js';/);
    assert.match(text, /answerOf\(render\(value\), 'render'\)/);
  });

  it('calls a method on its object', () => {
    const text = taskFile({ ...options, name: 'pages.render', call: { kind: 'octets' } });
    assert.match(text, /^import \{ pages \}/);
    assert.match(text, /answerOf\(pages\.render\(bufferOf\(octets\)\)/);
  });

  it('calls the default export, and a function in it', () => {
    const byDefault = taskFile({ ...options, name: 'default', call: { kind: 'JSON' } });
    assert.match(byDefault, /^import own from[\s\S]*answerOf\(own\(value\)/);
    const inside = taskFile({ ...options, name: 'render', isInDefault: true, call: { kind: 'JSON' } });
    assert.match(inside, /^import own from[\s\S]*answerOf\(own\.render\(value\)/);
  });

  it('renames a function whose name the file already uses', () =>
    assert.match(
      taskFile({ ...options, name: 'task', call: { kind: 'JSON' } }),
      /^import \{ task as own \}[\s\S]*answerOf\(own\(value\)/,
    ));

  it('renames a function that its own input would hide', () => {
    const value = taskFile({ ...options, name: 'value', call: { kind: 'JSON' } });
    assert.match(value, /^import \{ value as own \}[\s\S]*answerOf\(own\(value\)/);
    const args = taskFile({ ...options, name: 'args', call: { kind: 'arguments', args: [1] } });
    assert.match(args, /^import \{ args as own \}[\s\S]*answerOf\(own\(\.\.\.args\)/);
    const octets = taskFile({ ...options, name: 'octets', call: { kind: 'octets' } });
    assert.match(octets, /^import \{ octets as own \}[\s\S]*answerOf\(own\(bufferOf\(octets\)\)/);
  });

  it('reads arguments from the query; default: the measured ones', () => {
    const text = taskFile({ ...options, name: 'count', call: { kind: 'arguments', args: [1000, 'a'] } });
    assert.match(text, /const measured = \[1000,"a"\];/);
    assert.match(text, /args === undefined \? measured : argumentsIn\(args\)/);
  });
});
