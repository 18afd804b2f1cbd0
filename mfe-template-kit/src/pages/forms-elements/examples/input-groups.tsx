import { Button } from '@atalaia/ui'

export const title = 'Grupos'

export const Example = () => (
  <>
    <label className="form-label" htmlFor="kit-group-user">
      Usuário
    </label>
    <div className="kit-group">
      <span className="kit-group__text" aria-hidden="true">
        @
      </span>
      <input id="kit-group-user" className="form-control" autoComplete="off" />
    </div>
    <label className="form-label" htmlFor="kit-group-price">
      Preço em reais
    </label>
    <div className="kit-group">
      <span className="kit-group__text" aria-hidden="true">
        R$
      </span>
      <input id="kit-group-price" className="form-control" inputMode="decimal" autoComplete="off" />
      <span className="kit-group__text" aria-hidden="true">
        ,00
      </span>
    </div>
    <label className="form-label" htmlFor="kit-group-search">
      Busca
    </label>
    <div className="kit-group">
      <input id="kit-group-search" type="search" className="form-control" />
      <Button>Buscar</Button>
    </div>
  </>
)
