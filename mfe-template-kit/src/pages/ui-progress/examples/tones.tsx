import { Progress } from '../progress.tsx'

export const title = 'Tons'

const steps = [
  { tone: 'success', name: 'Resolvidos', now: 70 },
  { tone: 'info', name: 'Em análise', now: 45 },
  { tone: 'warning', name: 'Parados', now: 30 },
  { tone: 'danger', name: 'Críticos', now: 15 },
] as const

export const Example = () => (
  <dl className="kit-bars">
    {steps.map(({ tone, name, now }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>
          <Progress name={name} now={now} tone={tone} labelled />
        </dd>
      </div>
    ))}
  </dl>
)
