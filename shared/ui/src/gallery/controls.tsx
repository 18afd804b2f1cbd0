import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Menu } from '../controls/menu.tsx'
import { Icon } from '../icons/icon.tsx'
import { TextField } from '../controls/text-field.tsx'
import { Dialog } from '../feedback/dialog.tsx'
import { Card } from '../layout/card.tsx'

const options = [
  { value: 'dark', label: 'Escuro' },
  { value: 'light', label: 'Claro' },
]

export const Controls = () => {
  const [asked, setAsked] = useState(false)
  const [choice, setChoice] = useState('dark')
  return (
    <Card title="Controles">
      <div className="ui-gallery__row">
        <Button variant="primary">Principal</Button>
        <Button>Secundário</Button>
        <Button variant="ghost">Discreto</Button>
        <Button variant="danger" icon="trash" onClick={() => setAsked(true)}>
          Remover
        </Button>
        <Button variant="primary" busy busyLabel="Loading...">
          Login
        </Button>
        <Button aria-disabled icon="globe">
          Indisponível
        </Button>
        <Button size="small" icon="download">
          Pequeno
        </Button>
        <IconButton icon="settings" label="Ajustes" />
        <Menu
          label="Tema"
          align="start"
          trigger={
            <>
              Tema <Icon name="chevron-down" />
            </>
          }
          items={[
            { kind: 'action', id: 'profile', label: 'Perfil', icon: 'user', onSelect: () => setChoice(choice) },
            { kind: 'separator', id: 'line' },
            { kind: 'choices', id: 'theme', label: 'Tema', value: choice, options, onSelect: setChoice },
          ]}
        />
      </div>
      <form className="ui-container ui-gallery__row" onSubmit={(event) => event.preventDefault()}>
        <div className="ui-grid ui-grid--3">
          <TextField label="Email" placeholder="nome@empresa.com.br" hint="Um endereço por vez." />
          <TextField label="Senha" type="password" autoComplete="off" defaultValue="secreta" />
          <TextField label="Email" defaultValue="ana@" error="Informe um email válido." />
        </div>
      </form>
      <Dialog
        open={asked}
        title="Remover o endereço?"
        onClose={() => setAsked(false)}
        actions={
          <>
            <Button onClick={() => setAsked(false)}>Cancelar</Button>
            <Button variant="danger" onClick={() => setAsked(false)}>
              Remover
            </Button>
          </>
        }
      >
        Ele deixa de ser monitorado.
      </Dialog>
    </Card>
  )
}
