import { renderToStaticMarkup } from 'react-dom/server'
import sharedPicture from '../assets/og.png'
import { structuredData } from './structured-data.ts'

const title = 'Saiba quais contas da sua empresa vazaram · %BRAND%'
const description =
  'O %BRAND% procura os e-mails da sua organização em vazamentos da web e mostra o que apareceu, onde, quando e o que fazer.'
const address = '%ORIGIN%/'
/** Named as the build names it: behind `%BASE%`, the artifact's address. */
const picture = `%ORIGIN%${sharedPicture}`

/** What search engines and social networks read of the page, but for its title, which is the shell's. */
export const headTags = (): string =>
  renderToStaticMarkup(
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content="pt_BR" />
      <meta property="og:site_name" content="%BRAND%" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content="Uma torre de vigia à noite; sua luz cai sobre um campo de pontos." />
      <meta name="twitter:card" content="summary_large_image" />
    </>,
  ) + structuredData(address, description)
