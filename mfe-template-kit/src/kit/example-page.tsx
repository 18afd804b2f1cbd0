import type { ComponentType } from 'react'
import { ExampleCard } from './example-card.tsx'
import type { Example } from './example.ts'
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
