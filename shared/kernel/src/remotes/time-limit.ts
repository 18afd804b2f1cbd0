import type { Clock } from '../ports.ts'

/** Settles as `work` does, or rejects after `milliseconds`; `work` itself goes on. */
export const withTimeLimit = <Value>(clock: Clock, milliseconds: number, work: Promise<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    const cancel = clock.after(milliseconds, () => reject(new Error(`no answer within ${milliseconds / 1000} s`)))
    work.then(resolve, reject).finally(cancel)
  })
