import type { ReactNode } from 'react'
import './timeline.css'

export const About = ({ brand }: { brand: string }) => (
  <section id="sobre" className="landing-section" aria-labelledby="landing-sobre">
    <div className="landing-head">
      <h2 id="landing-sobre">{`Sobre o ${brand}`}</h2>
      <p className="landing-lead">
        {`Toda cidade antiga tinha uma torre de vigia: alguém acordado enquanto os outros trabalhavam ou dormiam, que acendia a luz onde era preciso olhar. O ${brand} faz isso pelos dados da sua empresa.`}
      </p>
    </div>
    <Timeline />
  </section>
)

/** P-LANDING-8 */
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

const Timeline = () => (
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
