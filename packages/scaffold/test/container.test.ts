import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { composeFile, dockerfile } from '../src/container.ts';

const odd = { project: '/pro', out: "/pro/it's $x/service", title: 'service', variables: [] };

describe('a service whose folder has an apostrophe, a space and a dollar sign', () => {
  it('has a Dockerfile in which Docker finds that folder', () => {
    const lines = dockerfile(odd).split('\n');
    const has = (line: string) => assert.ok(lines.includes(line), `${line} is not in\n${lines.join('\n')}`);
    has(String.raw`WORKDIR /project/it\'s\ \$x/service/`);
    has(String.raw`COPY ["it\\'s\\ \\$x/service/package*.json","./"]`);
    has(String.raw`COPY --from=build ["/project/it\\'s\\ \\$x/service/dist","dist"]`);
    assert.match(lines[1] ?? '', /-f 'it'\\''s \$x\/service\/Dockerfile' \. /);
  });

  it('has a Compose file that names it', () => {
    assert.match(composeFile(odd), /^ {4}context: \.\.\/\.\.$/m);
    assert.match(composeFile(odd), /^ {4}dockerfile: "it's \$\$x\/service\/Dockerfile"$/m);
  });
});
