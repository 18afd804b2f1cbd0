import { PRODUCT_ROUTES } from '@atalaia/contracts'
import { useNotice } from '../notice-context.ts'

/** P-NOTICE-46 */
export const Rights = ({ name }: { readonly name: string }) => {
  const { words, site } = useNotice()
  return (
    <section className="notice-rights" aria-labelledby="notice-rights">
      <h2 id="notice-rights">{words.rights}</h2>
      {words.rightsText(name).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>
        <a href={site + PRODUCT_ROUTES.privacy.slice(1)}>{words.privacy}</a>
      </p>
    </section>
  )
}
