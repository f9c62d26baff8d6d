import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import type { Response } from 'express';
import { ClientGone, DeadlinePassed } from '../src/http/problems.ts';
import { requestSignal } from '../src/http/request-signal.ts';

/** As much of a response as is listened to. */
const response = () => new EventEmitter() as Response;

describe('the signal of a request', () => {
  it('aborts when the deadline passes, and not before', ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const { signal } = requestSignal(response(), 1_000);
    mock.timers.tick(999);
    assert.equal(signal.aborted, false);
    mock.timers.tick(1);
    assert.ok(signal.reason instanceof DeadlinePassed);
    assert.equal(signal.reason.document.status, 504);
    assert.equal(signal.reason.document.detail, 'no result within 1000 ms');
  });

  it('aborts when the client leaves', () => {
    const leaving = response();
    const { signal, release } = requestSignal(leaving, 1_000);
    leaving.emit('close');
    assert.ok(signal.reason instanceof ClientGone);
    release();
  });

  it('aborts no more once the request has its result', ({ mock }) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const answered = response();
    const { signal, release } = requestSignal(answered, 1_000);
    release();
    answered.emit('close');
    mock.timers.tick(2_000);
    assert.equal(signal.aborted, false);
    assert.equal(answered.listenerCount('close'), 0);
  });
});
