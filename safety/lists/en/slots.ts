/** Changes nothing between other words. */
export const oddly =
  '(?:(?:really|just|so|badly|honestly|literally|actually|still|only|always|kinda|lowkey|also|even|do|truly|simply|often|sometimes|constantly|genuinely|seriously|desperately|now|probably|finally|might|basically|fully|would|have|am|keep|kept|been|be|did|please|already|almost) ){0,4}';

export const mine = '(?:i|me|my|myself|am|having|been|have)';

export const feels =
  '(?:i am|am|was|feel|feeling|felt|feels|been|being|getting|get|become|becoming|very|extremely|so|really|pretty|actively|passively)';

export const medicine =
  '(?:pills?|sleeping (?:pills|tablets)|heart medicine|tablets?|meds|medication|medicine|tylenol|paracetamol|acetaminophen|ibuprofen|advil|aspirin|xanax|ativan|valium|oxy\\w*|fentanyl|insulin|antidepressants?|painkillers?|benadryl|melatonin|codeine|morphine|opioids?|zopiclone|ambien|antifreeze|lithium|sertraline|prozac|zoloft|sedatives?)';

export const kin =
  '(?:family|parents|mom|dad|mother|father|kids|children|son|daughter|sister|brother|wife|husband|girlfriend|boyfriend|friends?|everyone|partner|people|loved ones|babies|baby)';

/** Places from which and things before which people jump. */
export const deadlyPlace =
  '(?:(?:the|a|my|this|that|an|some|moving|multi|storey|story|oncoming|high|tall|speeding|nearest|next|school|train|subway|our|of|hostel|hotel|office|college|apartment|parking) ){0,3}(?:bridge|roof|rooftop|terrace|tube|building|window|balcony|cliffs?|overpass|car park|parking garage|tower|trains?|tracks|truck|bus|car|cars|traffic|lorry|subway|metro|highway|motorway|ledge|skyscraper|(?!(?:the|a|this|my|our|kitchen|bathroom|bedroom|dance) )\\w+ floor|rails|freeway|next one)';

/** The thought ends or goes on about the person: what follows does not change its meaning. */
export const atEnd =
  '(?= (?:\\.|$|and|but|so|because|i|please|sorry|now|right now|tonight|tomorrow|today|soon|anymore|anyway|really|forever))';
