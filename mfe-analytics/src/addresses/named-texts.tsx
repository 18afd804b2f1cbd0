import { ScrollBox } from '@atalaia/ui'

type NamedTextsProps = { readonly text: string; readonly names: readonly string[] }

export const NamedTexts = ({ text, names }: NamedTextsProps) =>
  names.length === 0 ? (
    text
  ) : (
    <details>
      <summary>{text}</summary>
      <ScrollBox role="group" label={text}>
        {names.join('\n')}
      </ScrollBox>
    </details>
  )
