import { dashboard, ProductView } from './product-view.tsx'
import './product.css'

const answers = [
  ['Quanto vazou', 'Total de vazamentos e de senhas expostas nos e-mails que você acompanha.'],
  ['Quem foi atingido', 'As três contas com mais vazamentos e as três com mais senhas.'],
  ['Como evolui', 'Três meses de análises em um gráfico.'],
  ['O que fazer', 'Um relatório em PDF por endereço: o que vazou, onde, quando e os próximos passos.'],
] as const

export const Product = () => (
  <section id="produto" className="landing-section landing-product" aria-labelledby="landing-produto">
    <ProductView {...dashboard} />
    <div className="landing-head landing-product__head">
      <h2 id="landing-produto">Quatro respostas em uma tela.</h2>
      <p className="landing-lead">
        Quem responde pela segurança abre o painel e vê o que mudou. Quando nada é encontrado, ele diz o que foi
        verificado.
      </p>
    </div>
    <dl className="landing-product__answers">
      {answers.map(([question, answer]) => (
        <div key={question}>
          <dt>{question}</dt>
          <dd>{answer}</dd>
        </div>
      ))}
    </dl>
  </section>
)
