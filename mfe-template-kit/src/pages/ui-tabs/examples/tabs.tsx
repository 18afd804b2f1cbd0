import { Tab, Tabs } from 'react-bootstrap'

export const title = 'Abas'

export const Example = () => (
  <Tabs defaultActiveKey="resumo" id="kit-tabs" transition={false}>
    <Tab eventKey="resumo" title="Resumo" className="kit-tab">
      Dois endereços apareceram em vazamentos neste mês.
    </Tab>
    <Tab eventKey="origem" title="Origem" className="kit-tab">
      Um fórum aberto e um arquivo trocado entre grupos.
    </Tab>
    <Tab eventKey="fazer" title="O que fazer" className="kit-tab">
      Trocar as senhas e ligar o segundo fator.
    </Tab>
  </Tabs>
)
