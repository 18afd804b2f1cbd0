import { Tag, type Tone } from '../tag.tsx'

export const title = 'Contorno, fundo leve e fundo cheio'

const tones: readonly { tone: Tone; label: string }[] = [
  { tone: 'neutral', label: 'Rascunho' },
  { tone: 'accent', label: 'Novo' },
  { tone: 'success', label: 'Resolvido' },
  { tone: 'info', label: 'Em análise' },
  { tone: 'warning', label: 'Atenção' },
  { tone: 'danger', label: 'Crítico' },
]

export const Example = () => (
  <>
    {(['outline', 'soft', 'solid'] as const).map((look) => (
      <div key={look} className="kit-row">
        {tones.map(({ tone, label }) => (
          <Tag key={tone} tone={tone} look={look}>
            {label}
          </Tag>
        ))}
      </div>
    ))}
  </>
)
