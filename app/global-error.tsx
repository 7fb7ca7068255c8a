"use client";

import "./globals.css";
import { ErrorPage } from "./_ui/error-page";

const GlobalError = (props: { error: Error & { digest?: string }; reset: () => void }) => (
  <html lang="en">
    <body className="font-sans text-base antialiased">
      <ErrorPage {...props} />
    </body>
  </html>
);

export default GlobalError;
