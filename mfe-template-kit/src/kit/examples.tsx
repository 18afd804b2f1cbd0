import { Button, Card } from '@atalaia/ui'
import { useCallback, useEffect } from 'react'
import type { Example, LateExample } from './example.ts'
import { ExampleSource } from './example-source.tsx'
import { useLate } from '../use-late.ts'
import './bootstrap.css'
import './bridge.css'

/** Examples in order, in two columns where there is room. */
export const Examples = ({ examples }: { readonly examples: readonly (Example | LateExample)[] }) => (
  <div className="kit-examples">
    {examples.map((example) => (
      <ExampleCard key={example.title} example={example} />
    ))}
  </div>
)

/** An example, live, with its code below. */
const ExampleCard = ({ example }: { readonly example: Example | LateExample }) => (
  <Card title={example.title} className={example.wide ? 'kit-example kit-example--wide' : 'kit-example'}>
    {'load' in example ? <Late {...example} /> : <Live {...example} />}
  </Card>
)

const Live = ({ title, source, Example: Content }: Example) => (
  <>
    <div className="kit-example__stage">
      <Content />
    </div>
    {source && <ExampleSource title={title} source={source} />}
  </>
)

/** The most that an example waits for an idle browser. */
const MAX_WAIT_MS = 50

const untilIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: MAX_WAIT_MS })
    else setTimeout(resolve)
  })

let turn = Promise.resolve()

/** Resolves once for each caller, one after the other, with room in between for what the one before did. */
const inTurn = () => (turn = turn.then(untilIdle))

/** Resolves when the frame is painted that the page has now. */
const untilPainted = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/**
 * The code of several is fetched at once, after the page's first words were painted, and shown one after the other
 * (P-KIT-36).
 */
const Late = ({ title, load, height }: LateExample) => {
  const loadInTurn = useCallback(async () => {
    await untilPainted()
    const example = await load()
    await inTurn()
    return example
  }, [load])
  const { value, failed, start } = useLate(loadInTurn)
  useEffect(start, [start])
  if (value) return <Live title={title} {...value} />
  return (
    <div className="kit-example__stage kit-late" style={{ minHeight: height }} aria-busy={!failed}>
      {failed && (
        <Button icon="refresh" onClick={start}>
          O exemplo não carregou. Tentar de novo
        </Button>
      )}
    </div>
  )
}
