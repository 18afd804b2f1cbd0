import { Button, Card } from '@atalaia/ui'
import { useCallback, useEffect } from 'react'
import type { Example, LateExample } from './example.ts'
import { ExampleSource } from './example-source.tsx'
import { inTurn } from './in-turn.ts'
import { useLate } from '../use-late.ts'
import './bootstrap.css'
import './bridge.css'

export const Examples = ({ examples }: { readonly examples: readonly (Example | LateExample)[] }) => (
  <div className="kit-examples">
    {examples.map((example) => (
      <ExampleCard key={example.title} example={example} />
    ))}
  </div>
)

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

const untilPainted = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** Fetches code together after the first paint, and shows it in turn (P-KIT-36). */
const Late = ({ title, load, height }: LateExample) => {
  const loadInTurn = useCallback(async () => {
    await untilPainted()
    const example = await load()
    return inTurn(() => example)
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
