import { isThemeName } from '@atalaia/contracts'
import { useSearchParams } from '@atalaia/react/router'
import { Gallery } from '@atalaia/ui/gallery'

/** The components of @atalaia/ui in every theme, or only in the theme of `?theme=`. For developers. */
export const Component = () => {
  const theme = useSearchParams()[0].get('theme')
  return (
    <main id="conteudo" tabIndex={-1}>
      <Gallery {...(isThemeName(theme) && { only: theme })} />
    </main>
  )
}
