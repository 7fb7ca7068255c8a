/** Removes the messages of a pseudo-language from text: everything in square brackets, which may be nested. */
export const withoutMessages = (text: string): string => {
  const rest = text.replaceAll(/\[[^[\]]*\]/g, " ");
  return rest === text ? text : withoutMessages(rest);
};
