/** `[keys, effect]`. Absent parts handle no keys. */
type Keys = readonly (readonly [keys: string, effect: string])[]

const PRESS: Keys = [['Enter ou Espaço', 'Aciona o botão.']]

export const keyboard: Readonly<Record<string, Keys>> = {
  Alert: [['Enter ou Espaço', 'No botão Fechar, chama onDismiss.']],
  Button: [...PRESS, ['Tab', 'Chega ao botão também enquanto ele está ocupado; só disabled o tira do caminho.']],
  IconButton: PRESS,
  ChartViewButton: PRESS,
  Menu: [
    ['Enter ou Espaço', 'Abre a lista no primeiro item; na lista, escolhe o item.'],
    ['↓ ou ↑', 'Abre a lista no primeiro ou no último item; na lista, vai ao seguinte ou ao anterior, em volta.'],
    ['Home ou End', 'Vai ao primeiro ou ao último item.'],
    ['Uma letra', 'Vai ao próximo item que começa por ela.'],
    ['Esc', 'Fecha a lista; o foco volta ao botão.'],
    ['Tab', 'Fecha a lista e segue adiante.'],
  ],
  Dialog: [
    ['Ao abrir', 'O foco vai ao primeiro dos botões, que por isso é o que não causa dano.'],
    ['Tab ou Shift + Tab', 'Percorre a janela; a página atrás não recebe o foco.'],
    ['Esc', 'Chama onClose; o foco volta para onde estava.'],
  ],
  ErrorState: [['Enter ou Espaço', 'No botão, chama onRetry.']],
  Link: [['Enter', 'Segue o caminho; Ctrl + Enter abre em outra aba.']],
  NavLink: [['Enter', 'Segue o caminho. A página atual tem aria-current="page".']],
  PageHeader: [['Depois de navegar', 'A casca põe o foco no título, e o leitor de tela o diz.']],
  Pagination: [
    ['Tab', 'Percorre Anterior, as páginas e Próxima; nas pontas os botões ficam no caminho e nada fazem.'],
    ['Enter ou Espaço', 'Vai à página.'],
  ],
  ScrollBox: [
    ['Tab', 'Chega à caixa, que tem nome.'],
    ['Setas, Page Up, Page Down', 'Rolam o que é mais largo ou mais alto que ela.'],
  ],
  SortHeader: [['Enter ou Espaço', 'Ordena pela coluna; a ordem está em aria-sort.']],
  TextField: [['Tab', 'Chega ao campo; a ajuda e o erro são lidos com ele.']],
  ToastClose: PRESS,
  Widget: [
    ['Tab', 'Mostra os controles e os percorre.'],
    ['Enter ou Espaço', 'Recarrega, recolhe, amplia ou fecha. O botão que desfaz fica no mesmo lugar, com o foco.'],
    ['Esc', 'Sai da tela cheia.'],
  ],
  WidgetBoard: [['Enter ou Espaço', 'Em Reabrir, traz o widget de volta, que recebe o foco.']],
}
