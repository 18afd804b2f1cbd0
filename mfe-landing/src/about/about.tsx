import { Timeline } from './timeline.tsx'

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
