/**
 * Runs in the page: returns a hash of the colours of text and backgrounds, to detect whether a colour scheme changes
 * them. Reads a limited number of elements: those with text, and the elements around them.
 */
export const readColours = (): number => {
  const mostElements = 600;
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  const elements = new Set<Element>();
  while (elements.size < mostElements && walker.nextNode()) {
    if (!walker.currentNode.nodeValue?.trim()) continue;
    for (let each = walker.currentNode.parentElement; each && !elements.has(each); each = each.parentElement)
      elements.add(each);
  }
  let digest = 0;
  for (const element of elements) {
    const { color, backgroundColor, backgroundImage } = getComputedStyle(element);
    for (const character of color + backgroundColor + backgroundImage.slice(0, 200))
      digest = (digest * 31 + (character.codePointAt(0) ?? 0)) % 2_147_483_647;
  }
  return digest;
};
