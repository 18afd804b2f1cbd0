import { useSearchParams } from '@atalaia/react/router'
import { Nav } from 'react-bootstrap'

export const title = 'Guardada no endereço'

const tabs = ['resumo', 'origem', 'pessoas']

export const Example = () => {
  const [query, setQuery] = useSearchParams()
  const tab = query.get('aba') ?? 'resumo'
  return (
    <>
      <Nav
        variant="pills"
        activeKey={tab}
        onSelect={(key) => setQuery(key ? { aba: key } : {}, { replace: true, preventScrollReset: true })}
      >
        {tabs.map((key) => (
          <Nav.Link key={key} as="button" eventKey={key}>
            {key}
          </Nav.Link>
        ))}
      </Nav>
      <p className="kit-note">Recarregar a página, ou mandar o endereço a alguém, mostra a mesma aba.</p>
    </>
  )
}
