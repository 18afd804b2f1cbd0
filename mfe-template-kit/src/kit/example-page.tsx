import { Card } from '@atalaia/ui'
import type { ComponentType } from 'react'
import type { Example } from './example.ts'
import { ExampleSource } from './example-source.tsx'
import { KitPage, type KitPageProps } from './kit-page.tsx'
import './bootstrap.css'
import './bridge.css'

type ExamplePage = Omit<KitPageProps, 'children'> & { readonly examples: readonly Example[] }

/** A page that is data: its frame, and its examples in order. */
export const examplePage = ({ examples, ...frame }: ExamplePage): ComponentType => {
  const Page = () => (
    <KitPage {...frame}>
      <div className="kit-examples">
        {examples.map((example) => (
          <ExampleCard key={example.title} example={example} />
        ))}
      </div>
    </KitPage>
  )
  return Page
}

/** An example, live, with its code below. */
const ExampleCard = ({ example }: { readonly example: Example }) => (
  <Card title={example.title} className={example.wide ? 'kit-example kit-example--wide' : 'kit-example'}>
    <div className="kit-example__stage">
      <example.Example />
    </div>
    {example.source && <ExampleSource title={example.title} source={example.source} />}
  </Card>
)
