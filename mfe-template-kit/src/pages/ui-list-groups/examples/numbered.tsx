import { ListGroup } from 'react-bootstrap'

export const title = 'Numerada'

export const Example = () => (
  <ListGroup as="ol" numbered>
    <ListGroup.Item as="li">Troque a senha.</ListGroup.Item>
    <ListGroup.Item as="li">Ligue o segundo fator.</ListGroup.Item>
    <ListGroup.Item as="li">Avise quem cuida da segurança.</ListGroup.Item>
  </ListGroup>
)
