import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sound } from '@cpu-bound/questions/test/analysis';
import type { Analysis } from '@cpu-bound/study/model';
import { parseStudy, studyFrom } from '../src/published.ts';
import { storedRun } from './stored-run.ts';

const root = join(import.meta.dirname, '../../..');
const published = join(root, 'published');
const functions = './examples/functions/';
const known = { contestants: sound.contestants.map(({ id }) => id), functions };
const startedAt = (time: string): Analysis => ({ ...sound, run: { ...sound.run, startedAt: time } });
const found = studyFrom(startedAt('2026-11-27T12:00:00.000Z'), known);

describe('a published study', () => {
  it('contains no function, contestant, path, argument or log of a reader’s own', () => {
    const secret = 'secret-of-jane';
    const analysis: Analysis = {
      ...sound,
      run: {
        ...sound.run,
        folder: `/home/${secret}/results`,
        command: `npx -y pnpm@12 bench run --workload /home/${secret}/f.ts --args ${secret}`,
        workload: { ...sound.run.workload, name: secret, specifier: `/home/${secret}/f.ts` },
        named: [secret],
      },
      environment: { ...sound.environment, os: `Linux 6.1.0-${secret}`, gitCommit: '0123456789ab' },
      contestants: sound.contestants.map((one) =>
        one.id === 'queue' ? { ...one, id: secret, title: secret } : one,
      ),
      validity: {
        ...sound.validity,
        warnings: [{ id: 'machine', message: `/home/${secret}`, remedy: secret }],
        failed: [
          { trial: 't', contestant: secret, reason: 'died', message: secret, log: [`/home/${secret}`] },
        ],
      },
    };
    const study = studyFrom(analysis, known);
    assert.doesNotMatch(JSON.stringify(study), /secret|jane|home|TOKEN/);
    assert.equal(study.workload.name, 'own function');
    assert.deepEqual(study.warnings, ['machine', 'failed']);
  });

  it('names a function that is an example of this repository', () => {
    const workload = { ...sound.run.workload, specifier: `${functions}page.ts#page?body=samples%2Fa.json` };
    const study = studyFrom({ ...sound, run: { ...sound.run, workload } }, known);
    assert.equal(study.workload.name, 'page');
    assert.match(study.id, /-page-2-cores$/);
    const elsewhere = studyFrom(
      { ...sound, run: { ...sound.run, workload } },
      { contestants: known.contestants },
    );
    assert.equal(elsewhere.workload.name, 'own function');
  });

  it('can come from a run that was interrupted in its first trial', () =>
    assert.equal(studyFrom({ ...sound, run: { ...sound.run, durationS: 0 } }, known).durationS, 0));

  it('has the version of the method that measured its throughput', () => {
    assert.equal(found.schemaVersion, 2);
    assert.equal(studyFrom(startedAt('2026-11-26T12:00:00.000Z'), known).schemaVersion, 1);
  });

  it('has no pair of which one was not measured', async () => {
    const run = await storedRun('standard');
    assert.ok(run.decision.needs.some(({ id, measured }) => id === 'redis-dies' && measured?.n));
    const redis = studyFrom(run, known).needs.find(({ id }) => id === 'redis-dies');
    assert.equal(redis, undefined, 'one strategy alone has a Redis to lose');
  });

  it('is refused, naming file and field, if it has a field that the schema does not name', () => {
    const text = JSON.stringify({ ...found, machine: { ...found.machine, host: 'db-7' } });
    assert.throws(() => parseStudy('x.json', text), /x\.json: machine: .*host/);
    const path = JSON.stringify({ ...found, machine: { ...found.machine, cpu: '/home/jane' } });
    assert.throws(() => parseStudy('x.json', path), /x\.json: machine\.cpu/);
  });
});

describe('the files in published/', async () => {
  const files = (await readdir(published)).filter((name) => name.endsWith('.json'));

  it('match the schema, and have the names of their content', async () => {
    for (const file of files) {
      const { id } = parseStudy(file, await readFile(join(published, file), 'utf8'));
      assert.equal(`${id}.json`, file);
    }
  });

  it('name no person, host, path or address', async () => {
    const own = [hostname(), userInfo().username].filter((name) => name.length > 2 && name !== 'root');
    const forbidden = [
      /(^|[^\w])(\/|~\/|[A-Z]:\\)[\w.-]+/, // a path
      /\b\d{1,3}(\.\d{1,3}){3}\b/, // an address
      /https?:|@|\blocalhost\b|\.local\b|\.internal\b/,
      /\b(home|Users|root|tmp)\b/,
    ];
    for (const file of files) {
      const text = await readFile(join(published, file), 'utf8');
      const words = text.split(/[^\w.-]+/);
      for (const name of own) assert.ok(!words.includes(name), file);
      for (const pattern of forbidden) assert.doesNotMatch(text, pattern, file);
    }
  });

  it('are on the page of machines, each once', async () => {
    const page = await readFile(join(root, 'docs/machines.md'), 'utf8');
    const linked = [...page.matchAll(/\(\.\.\/published\/([^)]+\.json)\)/g)].map(([, file]) => file);
    assert.deepEqual(linked.toSorted(), files.toSorted());
  });
});
