import { Card, formatDate, Icon } from '@atalaia/ui'

export const title = 'Com uma lista'

const reports = [
  { name: 'financeiro', date: '2025-11-18' },
  { name: 'comercial', date: '2025-11-11' },
  { name: 'suporte', date: '2025-11-04' },
]

export const Example = () => (
  <Card title="Relatórios">
    <ul className="kit-lines">
      {reports.map(({ name, date }) => (
        <li key={name}>
          <Icon name="file" /> {name} <span className="kit-note">{formatDate(date)}</span>
        </li>
      ))}
    </ul>
  </Card>
)
