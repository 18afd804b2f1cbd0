import { Button, OneLine, Person, VisuallyHidden } from '@atalaia/ui'

export const title = 'Textos que cabem, pessoas, e textos que só se ouvem'
export const wide = true

export const Example = () => (
  <>
    <p className="kit-narrow">
      <OneLine text="maria.aparecida.de.souza.albuquerque@filial.empresa.com.br" />
    </p>
    <p>
      <Person name="Maria Aparecida de Souza" email="maria.aparecida@filial.empresa.com.br" note="você" />
    </p>
    <div className="kit-row">
      <Button size="small">
        Remover <VisuallyHidden>maria.aparecida@filial.empresa.com.br</VisuallyHidden>
      </Button>
      <span className="kit-note">O leitor de tela diz também de quem.</span>
    </div>
  </>
)
