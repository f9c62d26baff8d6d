import type { Request, RequestHandler, Response } from 'express';
import type { Admission } from './admission.ts';
import type { Upload, Uploads } from './uploads.ts';

/** The octets of a request's body; none where it has none. To be called in an admitted handler. */
export type ReadBody = (request: Request, response: Response) => Promise<Uint8Array>;

/** Gives a handler a place among those that are let in; where a body comes with the request, once it has arrived. */
export type Admit = <P>(handler: RequestHandler<P>) => RequestHandler<P>;

const NOTHING = new Uint8Array();

/**
 * A request has its place while it is worked on. While its body arrives and its answer is read it has none: then it
 * costs memory, which `uploads` and `unread` bound, and a slow client cannot keep the places from the others.
 */
export function createAdmitted(
  admission: Admission,
  uploads?: Uploads,
): { readonly admitted: Admit; readonly readBody: ReadBody } {
  const bodies = new WeakMap<object, Upload>();
  return {
    admitted: (handler) => async (request, response, next) => {
      const upload = await arrival(request as unknown as Request, response);
      try {
        admission.enter();
        if (upload) bodies.set(request, upload);
        await inside(handler(request, response, next), response);
      } finally {
        bodies.delete(request);
        upload?.release();
      }
    },
    readBody: async (request) => bodies.get(request)?.octets ?? NOTHING,
  };

  async function arrival(request: Request, response: Response): Promise<Upload | undefined> {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
    if (!uploads || (encoding === undefined && Number(length) === 0)) return undefined;
    admission.check(); // before it has come for nothing
    return uploads.read(request, response);
  }

  /** Until the work is done, or no client waits for it. */
  async function inside(work: unknown, response: Response): Promise<void> {
    let isInside = true;
    const leave = () => {
      if (isInside) admission.leave();
      isInside = false;
    };
    response.once('close', leave);
    try {
      await work;
    } finally {
      response.off('close', leave);
      leave();
    }
  }
}
