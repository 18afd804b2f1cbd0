import { Accordion } from 'react-bootstrap'

export const title = 'Dobras, várias abertas'

export const Example = () => (
  <Accordion alwaysOpen defaultActiveKey={['1', '2']}>
    <Accordion.Item eventKey="1">
      <Accordion.Header as="h3">Superfície</Accordion.Header>
      <Accordion.Body>Sites e repositórios abertos.</Accordion.Body>
    </Accordion.Item>
    <Accordion.Item eventKey="2">
      <Accordion.Header as="h3">Deep e dark web</Accordion.Header>
      <Accordion.Body>Fóruns, mercados e redes fechadas.</Accordion.Body>
    </Accordion.Item>
  </Accordion>
)
