import { Button, IconButton } from '@atalaia/ui'

export const title = 'Com ícone'

export const Example = () => (
  <div className="kit-row">
    <Button icon="download">Baixar</Button>
    <Button variant="primary" icon="plus">
      Incluir
    </Button>
    <IconButton icon="settings" label="Ajustes" />
    <IconButton icon="trash" label="Excluir" />
  </div>
)
