import { useLocation, useNavigate } from '@atalaia/react/router'
import { Button } from '@atalaia/ui'

export const title = 'Ir e voltar pelo código'
export const wide = true

export const Example = () => {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <>
      <p className="kit-note">
        Esta página: <code>{pathname}</code>
      </p>
      <div className="kit-row">
        <Button icon="arrow-left" onClick={() => void navigate(-1)}>
          Voltar
        </Button>
        <Button onClick={() => void navigate('/app/ui/tabs')}>Ir às abas</Button>
      </div>
    </>
  )
}
