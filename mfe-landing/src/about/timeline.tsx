import type { ReactNode } from 'react'
import './timeline.css'

const steps: readonly { when: ReactNode; title: string; text: string }[] = [
  {
    when: <time dateTime="2024">2024</time>,
    title: 'Ideia',
    text: 'Uma pergunta: como uma empresa fica sabendo que suas senhas vazaram?',
  },
  {
    when: <time dateTime="2024-02">Fevereiro de 2024</time>,
    title: 'Prova de conceito',
    text: 'Um primeiro protótipo verifica se a ideia se sustenta.',
  },
  {
    when: <time dateTime="2025-03">Março de 2025</time>,
    title: 'Conceito validado e equipe',
    text: 'O conceito está validado e a equipe, formada.',
  },
  {
    when: (
      <>
        <time dateTime="2025-04">Abril</time>–<time dateTime="2025-05">maio de 2025</time>
      </>
    ),
    title: 'Primeira versão',
    text: 'O painel entra no ar pela primeira vez.',
  },
]

export const Timeline = () => (
  <ol className="landing-timeline">
    {steps.map(({ when, title, text }) => (
      <li key={title}>
        <p className="landing-timeline__when">{when}</p>
        <h3>{title}</h3>
        <p className="landing-muted">{text}</p>
      </li>
    ))}
  </ol>
)
