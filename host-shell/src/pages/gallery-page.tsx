import { isThemeName } from '@atalaia/contracts'
import { useSearchParams } from '@atalaia/react/router'
import { Gallery } from '@atalaia/ui/gallery'

/** For developers: every part of the product's looks in every theme, or in the one that `?theme=` names. */
export const Component = () => {
  const theme = useSearchParams()[0].get('theme')
  return (
    <main id="conteudo" tabIndex={-1}>
      <Gallery {...(isThemeName(theme) && { only: theme })} />
    </main>
  )
}
