import java.io.FileInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;
import org.verapdf.pdfa.validation.validators.ValidatorConfigBuilder;

/**
 * Runs veraPDF on the files listed in a text file, for a standard with veraPDF's ID, such as ua1 or 2a. Prints a line
 * for each file: its path and the clauses that it fails.
 */
public class CheckDocuments {
    public static void main(String[] args) throws Exception {
        VeraGreenfieldFoundryProvider.initialise();
        var standard = PDFAFlavour.byFlavourId(args[1]);
        for (String path : Files.readAllLines(Path.of(args[0]))) System.out.println(path + "\t" + check(path, standard));
    }

    private static String check(String path, PDFAFlavour standard) {
        var config = ValidatorConfigBuilder.defaultBuilder().flavour(standard).maxFails(-1).build();
        var foundry = Foundries.defaultInstance();
        try (PDFAParser parser = foundry.createParser(new FileInputStream(path), standard);
                PDFAValidator validator = foundry.createValidator(config)) {
            ValidationResult result = validator.validate(parser);
            var clauses = new TreeSet<String>();
            for (TestAssertion assertion : result.getTestAssertions())
                if (assertion.getStatus() == TestAssertion.Status.FAILED)
                    clauses.add(assertion.getRuleId().getClause() + "-" + assertion.getRuleId().getTestNumber());
            return String.join(",", clauses);
        } catch (Throwable error) {
            return "error";
        }
    }
}
