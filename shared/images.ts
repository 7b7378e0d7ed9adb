export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'];
export const imageMaxBytes = 5 * 1024 * 1024;
export const imageMaxPixels = 40_000_000;

export const imageTypeMessage = 'Please select a JPG, PNG, or WebP image.';
export const imageSizeMessage = 'Image must be less than 5MB.';
