import type { Terminal } from '@xterm/xterm';

/*
 * xterm writes colours and sizes into `<style>` elements and `style` attributes, which our content security policy refuses,
 * as it must. Both have a form that a policy need not fear, because no text of a page can make it: style sheets and styles
 * set by script. xterm has no option for that, so it is met where it makes them.
 */

/** The `<style>` elements that are made while it opens put their text into style sheets of the document instead. */
export function withAdoptedStyles(page: Document, open: () => void): () => void {
  const sheets: CSSStyleSheet[] = [];
  const create = page.createElement.bind(page);
  page.createElement = ((tag: string, options?: ElementCreationOptions) =>
    tag === 'style' ? styleElement(create('template'), sheets) : create(tag, options)) as typeof create;
  try {
    open();
  } finally {
    // Back to the one of every document.
    Reflect.deleteProperty(page, 'createElement');
  }
  page.adoptedStyleSheets = [...page.adoptedStyleSheets, ...sheets];
  return () => {
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet));
  };
}

/** A template is never drawn, whatever it holds. */
function styleElement(element: HTMLTemplateElement, sheets: CSSStyleSheet[]): HTMLTemplateElement {
  const sheet = new CSSStyleSheet();
  sheets.push(sheet);
  let text = '';
  Object.defineProperty(element, 'textContent', {
    get: () => text,
    set(next: string) {
      text = next;
      sheet.replaceSync(next);
    },
  });
  return element;
}

type RowFactory = { _addStyle?: (element: HTMLElement, style: string) => void };
type Inside = { _core?: { _renderService?: { _renderer?: { value?: { _rowFactory?: RowFactory } } } } };

/** The colours of single letters (24 bit, search hits) are set by script instead of by attribute. */
export function styleRowsByScript(terminal: Terminal): void {
  const factory = (terminal as unknown as Inside)._core?._renderService?._renderer?.value?._rowFactory;
  if (factory === undefined) return;
  factory._addStyle = (element, style) => {
    const at = style.indexOf(':');
    element.style.setProperty(style.slice(0, at), style.slice(at + 1));
  };
}
