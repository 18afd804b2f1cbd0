import type { ComponentType } from 'react'
import type { Example, LateExample } from './example.ts'
import { Examples } from './examples.tsx'
import { KitPage, type KitPageProps } from './kit-page.tsx'

type ExamplePage = Omit<KitPageProps, 'children'> & { readonly examples: readonly (Example | LateExample)[] }

export const examplePage = ({ examples, ...frame }: ExamplePage): ComponentType => {
  const Page = () => (
    <KitPage {...frame}>
      <Examples examples={examples} />
    </KitPage>
  )
  return Page
}
