import { Card } from '@atalaia/ui'
import { ExampleSource } from './example-source.tsx'
import type { Example } from './example.ts'

/** An example, live, with its code below. */
export const ExampleCard = ({ example }: { readonly example: Example }) => (
  <Card title={example.title} className={example.wide ? 'kit-example kit-example--wide' : 'kit-example'}>
    <div className="kit-example__stage">
      <example.Example />
    </div>
    {example.source && <ExampleSource title={example.title} source={example.source} />}
  </Card>
)
