import { TextField } from '@atalaia/ui'

export const title = 'Campos de texto'

export const Example = () => (
  <>
    <TextField label="Nome" placeholder="Como quer ser chamado" autoComplete="off" />
    <form onSubmit={(event) => event.preventDefault()}>
      <TextField label="Email" type="email" hint="Só para mostrar: nada é enviado." autoComplete="username" />
      <TextField label="Senha" type="password" autoComplete="new-password" />
    </form>
    <TextField label="Somente leitura" value="Não se altera" readOnly />
    <TextField label="Desativado" value="Fora de uso" disabled />
  </>
)
