import { Accordion } from 'react-bootstrap'

export const title = 'Dobras'

const questions = [
  { key: 'o-que', title: 'O que é um vazamento?', text: 'A cópia de dados de acesso que foi parar onde não devia.' },
  { key: 'quando', title: 'Quando sou avisado?', text: 'No mesmo dia em que a fonte é lida.' },
  { key: 'senha', title: 'Vocês guardam senhas?', text: 'Não. Guardamos uma impressão que não volta a ser senha.' },
]

export const Example = () => (
  <Accordion defaultActiveKey="o-que">
    {questions.map(({ key, title: question, text }) => (
      <Accordion.Item key={key} eventKey={key}>
        <Accordion.Header as="h3">{question}</Accordion.Header>
        <Accordion.Body>{text}</Accordion.Body>
      </Accordion.Item>
    ))}
  </Accordion>
)
