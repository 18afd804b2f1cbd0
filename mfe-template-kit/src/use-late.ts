import { startTransition, useCallback, useState } from 'react'

type Late<T> = {
  /** `undefined` before loading, and after a failure. */
  readonly value: T | undefined
  readonly failed: boolean
  /** Loads once; retries after a failure. */
  readonly start: () => void
}

/** Loads code that the page's first words do not need. */
export const useLate = <T>(load: () => Promise<T>): Late<T> => {
  const [late, setLate] = useState<{ readonly value?: T; readonly failed: boolean }>({ failed: false })
  const start = useCallback(
    () =>
      void load().then(
        // Several that come together are rendered in slices, between which the page answers.
        (value) => startTransition(() => setLate({ value, failed: false })),
        () => setLate({ failed: true }),
      ),
    [load],
  )
  return { value: late.value, failed: late.failed, start }
}
