import type { Clock } from '../ports.ts'

/** The time was over; what it was for may still end well. */
export class TimeLimitError extends Error {}

/** Settles as `work` does, or rejects with a {@link TimeLimitError} after `milliseconds`; `work` itself goes on. */
export const withTimeLimit = <Value>(clock: Clock, milliseconds: number, work: Promise<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    const cancel = clock.after(milliseconds, () =>
      reject(new TimeLimitError(`no answer within ${milliseconds / 1000} s`)),
    )
    work.then(resolve, reject).finally(cancel)
  })
