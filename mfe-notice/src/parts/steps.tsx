import type { PersonNotice } from '@atalaia/contracts/notices'
import { Alert } from '@atalaia/ui'
import { useRef, useState } from 'react'
import { useNotice } from '../notice-context.ts'
import { wordsOf } from '../words/words.ts'

/** Keeps its ticks (P-NOTICE-43). */
export const Steps = ({ steps }: { readonly steps: PersonNotice['passos'] }) => {
  const { words, calls } = useNotice()
  const [done, setDone] = useState(steps.filter(({ feito }) => feito).map(({ passo }) => passo))
  const [hasFailed, setHasFailed] = useState(false)
  // In order: the last call has the last state.
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const tick = (step: string, isDone: boolean) => {
    const next = isDone ? [...done, step] : done.filter((each) => each !== step)
    setDone(next)
    setHasFailed(false)
    queue.current = queue.current.then(async () => {
      const { ok } = await calls.tick(next)
      if (ok) return
      setHasFailed(true)
      setDone((shown) => (isDone ? shown.filter((each) => each !== step) : [...shown, step]))
    })
  }
  return (
    <section aria-labelledby="notice-todo">
      <h2 id="notice-todo">{words.todo}</h2>
      {steps.length === 0 ? (
        <p>{words.todoNone}</p>
      ) : (
        <p className="notice-muted" role="status">
          {words.progress(done.length, steps.length)}
        </p>
      )}
      <ul className="notice-steps">
        {steps.map(({ passo }) => (
          <li key={passo}>
            <label>
              <input
                type="checkbox"
                checked={done.includes(passo)}
                onChange={({ target }) => tick(passo, target.checked)}
              />
              <span>{wordsOf(words.steps, passo)}</span>
            </label>
          </li>
        ))}
      </ul>
      {hasFailed && <Alert kind="danger">{words.tickFailed}</Alert>}
    </section>
  )
}
